// TM-SR-12: the search page at 1,000,000 issues: its first page with counts and filters, in each scope, for words of 1, 1,000 and about
// 92,000 matches; in a group and a project as well. Beside it the count of all matches in the index alone.
import { bigGroup, ensureBigGroup } from './lib/big.ts';
import { poolOn } from './lib/database.ts';
import { persistedHash } from './lib/documents.ts';
import { figure, load, percentile, printTable } from './lib/figures.ts';
import { graphqlClient } from './lib/graphql-client.ts';
import { keptData, serve } from './lib/milepost.ts';

const SECONDS = 3;
const scopes = ['ALL', 'EPICS', 'ISSUES', 'TASKS', 'NOTES', 'MILESTONES', 'USERS', 'PROJECTS'] as const;
const places = [
  { groupId: bigGroup },
  { groupId: `${bigGroup}/team-7` },
  { projectId: `${bigGroup}/team-7/project-2` },
];

await ensureBigGroup();
const server = await serve(keptData);
const { pool, close } = await poolOn(keptData, 1);
const client = graphqlClient(server.url);
const hash = persistedHash('searchPage');
// The numbers of the generated titles: one issue, and the thousand that begin with it.
const words = { one: '10001234', 'a thousand': '10001', common: 'improve' };

let asked = 0;
/** Spaces around it make it another request, so that no answer is cached. */
function search(word: string, scope: string, place: object): Promise<unknown> {
  asked += 1;
  return client.ask(hash, {
    search: ' '.repeat(asked % 60) + word + ' '.repeat((asked / 60) % 60),
    scope,
    ...place,
    isFirst: true,
  });
}

const rows: string[][] = [];
for (const [name, word] of Object.entries(words)) {
  const matches = async (): Promise<number> => {
    const { rows: found } = await pool.query<{ count: string }>(
      `SELECT count(*) FROM search_blocks b JOIN search_texts s ON s.words @@ (quote_literal(b.kind || b.number || ':' || $1) || ':*')::tsquery`,
      [word],
    );
    return Number(found[0]?.count);
  };
  const count = await matches();
  const floor = percentile((await load(1, SECONDS, async () => void (await matches()))).samples, 0.5);
  const asks = [...scopes.map((scope) => ({ scope, place: {} })), ...places.map((place) => ({ scope: 'ALL', place }))];
  for (const { scope, place } of asks) {
    const { samples } = await load(1, SECONDS, () => search(word, scope, place));
    const half = percentile(samples, 0.5);
    rows.push([
      `${name} (${count.toLocaleString('en')} matches), ${[scope, ...Object.values(place)].join(' in ')}`,
      figure(half),
      figure(percentile(samples, 0.95)),
      figure(half / floor),
    ]);
  }
}
client.close();
await close();
await server.stop();
printTable(
  `Search in ${bigGroup}, 1 connection`,
  ['what', 'p50 ms', 'p95 ms', 'p50 to counting the matches in the index'],
  rows,
);
