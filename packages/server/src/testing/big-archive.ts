import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';

export interface BigArchive {
  groups: number;
  epicsPerGroup: number;
  /** Characters per description, most of them as a block of code: text that gzip halves, like prose, and that is rendered quickly. */
  descriptionLength: number;
  /** Characters per epic in a field that no import reads: an archive of any size that takes little time. */
  paddingLength?: number;
}

/** Writes a group export of any size, deterministic, holding at most one group in memory. */
export async function writeBigArchive(file: string, wanted: BigArchive): Promise<void> {
  const packing = pack();
  const writing = pipeline(
    packing as unknown as NodeJS.ReadableStream,
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  await add(packing, 'VERSION', '0.2.4');
  const ids = Array.from({ length: wanted.groups }, (_, index) => index + 1);
  await add(packing, 'tree/groups/_all.ndjson', ids.map((id) => `${id}\n`).join(''));
  const random = randomFrom(42);
  const padding = paddingOf(wanted.paddingLength ?? 0);
  for (const id of ids) {
    await add(packing, `tree/groups/${id}.json`, JSON.stringify(groupOf(id)));
    await add(packing, `tree/groups/${id}/labels.ndjson`, id === 1 ? linesOf(labels) : '');
    await add(packing, `tree/groups/${id}/members.ndjson`, linesOf(ids.slice(0, 200).map(memberOf)));
    const epics = Array.from({ length: wanted.epicsPerGroup }, (_, index) => ({
      ...epicOf(id, index, wanted, random),
      padding,
    }));
    await add(packing, `tree/groups/${id}/epics.ndjson`, linesOf(epics));
  }
  packing.finalize();
  await writing;
}

const time = '2026-01-01T12:00:00.000Z';
const labels = Array.from({ length: 50 }, (_, index) => ({
  id: index + 1,
  title: `area::${index}`,
  color: '#1068bf',
  group_id: 1,
  type: 'GroupLabel',
  created_at: time,
}));

function groupOf(id: number): object {
  const isTop = id === 1;
  return {
    id,
    name: isTop ? 'Big' : `Big ${id}`,
    path: isTop ? 'big' : `part-${id}`,
    parent_id: isTop ? null : 1,
    visibility_level: 20,
  };
}

function memberOf(id: number): object {
  return {
    access_level: 30,
    user_id: id,
    created_at: time,
    user: { id, username: `person-${id}`, public_email: `person-${id}@big.example` },
  };
}

/** Every ninth epic is the parent of the eight that follow. */
function epicOf(group: number, index: number, wanted: BigArchive, random: () => number): object {
  const id = (group - 1) * wanted.epicsPerGroup + index + 1;
  return {
    id,
    iid: index + 1,
    group_id: group,
    author_id: (id % Math.min(200, wanted.groups)) + 1,
    title: `Epic ${id}: ${words(random, 40)}`,
    description: `## Summary\n\n\`\`\`\n${words(random, wanted.descriptionLength)}\n\`\`\`\n\n- [x] begun\n- [ ] done\n`,
    state: 'opened',
    start_date: '2026-01-05',
    end_date: '2026-03-31',
    start_date_fixed: '2026-01-05',
    due_date_fixed: '2026-03-31',
    start_date_is_fixed: true,
    due_date_is_fixed: true,
    created_at: time,
    updated_at: time,
    parent_id: index % 9 === 0 ? null : id - (index % 9),
    relative_position: index * 500,
    label_links: [labels[id % 50], labels[(id * 7) % 50]].map((label) => ({ label })),
    notes: [],
    award_emoji: [],
  };
}

function words(random: () => number, length: number): string {
  const parts: string[] = [];
  for (let total = 0; total < length;) {
    const word = Math.floor(random() * 36 ** (2 + (parts.length % 7))).toString(36);
    parts.push(parts.length % 12 === 11 ? `${word}.\n` : word);
    total += word.length + 1;
  }
  return parts.join(' ').slice(0, length);
}

/** Text that gzip makes a hundred times smaller: archives that become smaller still are refused. */
function paddingOf(length: number): string {
  return words(randomFrom(7), 1_000)
    .repeat(Math.ceil(length / 1_000))
    .slice(0, length);
}

function linesOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** A linear congruential generator: the same numbers on every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function add(packing: Pack, name: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    packing.entry({ name }, Buffer.from(text), (error) => (error ? reject(error) : resolve()));
  });
}
