import type pg from 'pg';
import { persistedHash } from './documents.ts';
import { epicFloor, epicListFloor, issueFloor, issueListFloor, roadmapFloor } from './floors.ts';
import type { graphqlClient } from './graphql-client.ts';

const timeframe = { start: '2025-01-01', end: '2027-12-31' };

interface Address {
  fullPath: string;
  iid: string;
}

/** A page that people open often. */
export interface Page {
  name: string;
  /** The statement with the same rows as JSON text, and its parameters the nth time. */
  floor: string;
  values: (turn: number) => unknown[];
  /** What the page asks for at once when it opens, the nth time: never the same twice, so that no answer is cached. */
  requests: (turn: number) => [operation: string, variables: object][];
}

/** The pages that people open most, of a generated group. */
export async function pagesOf(pool: pg.Pool, group: string): Promise<Page[]> {
  const epics = await addresses(pool, group, `w.type = 'epic' AND w.id IN (SELECT parent_id FROM work_items)`);
  const issues = await addresses(pool, group, `w.type <> 'epic'`);
  const at = (list: readonly Address[], turn: number) => list[turn % list.length] as Address;
  /** The server ignores a variable that the document does not have, but caches the answer under all of them. */
  const list = (turn: number) => ({ fullPath: group, state: 'opened', first: 20, turn });
  const place = ({ fullPath, iid }: Address) => [fullPath, Number(iid)];
  return [
    {
      name: 'roadmap',
      floor: roadmapFloor,
      values: () => [group, timeframe.start, timeframe.end],
      requests: (turn) => {
        const start = new Date(Date.UTC(2025, 0, 1) - turn * 86_400_000).toISOString().slice(0, 10);
        const variables = { fullPath: group, state: 'opened', sort: 'START_DATE_ASC', topLevelHierarchyOnly: true };
        return [['roadmapGroupEpicsWithColor', { ...variables, timeframe: { ...timeframe, start } }]];
      },
    },
    {
      name: 'epic with first level of its tree',
      floor: epicFloor,
      values: (turn) => place(at(epics, turn)),
      requests: (turn) => [['epicWithChildren', { ...at(epics, turn), turn }]],
    },
    {
      name: 'issue',
      floor: issueFloor,
      values: (turn) => place(at(issues, turn)),
      requests: (turn) => [['issuePage', { ...at(issues, turn), turn }]],
    },
    {
      name: 'list of epics',
      floor: epicListFloor,
      values: () => [group],
      requests: (turn) => [['groupEpics', { ...list(turn), sort: 'CREATED_AT_DESC' }]],
    },
    {
      name: 'list of issues',
      floor: issueListFloor,
      values: () => [group],
      requests: (turn) => [['listIssues', { ...list(turn), sort: 'CREATED_DESC', isProject: false }]],
    },
  ];
}

/** Opens a page the nth time: all its requests at once. Resolves with the size of the answers in bytes. */
export async function openPage(client: ReturnType<typeof graphqlClient>, page: Page, turn: number): Promise<number> {
  const asked = page.requests(turn).map(([operation, variables]) => client.ask(persistedHash(operation), variables));
  return (await Promise.all(asked)).reduce((sum, each) => sum + each, 0);
}

async function addresses(pool: pg.Pool, group: string, condition: string): Promise<Address[]> {
  const { rows } = await pool.query<Address>(
    `SELECT n.full_path AS "fullPath", w.iid::text AS iid FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
     WHERE n.traversal_ids[1] = (SELECT id FROM namespaces WHERE full_path = $1) AND ${condition} AND NOT w.is_confidential
     ORDER BY w.id % 997, w.id LIMIT 5000`,
    [group],
  );
  return rows;
}
