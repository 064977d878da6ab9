import { type PacketReader, PacketError } from '../../../platform/git/packet-lines.ts';

/** All commands of one push together; 100,000 refs take ten megabytes. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024;
export const NO_OBJECT = /^0+$/;

export const DEFAULT_BRANCH_REFUSED = 'Only maintainers can push to the default branch. Open a merge request.';

/** One ref that a push changes. */
export interface RefUpdate {
  ref: string;
  before: string;
  after: string;
}

export const isDeletion = ({ after }: RefUpdate): boolean => NO_OBJECT.test(after);

/** What a push begins with, before its pack. */
export interface PushHead {
  updates: readonly RefUpdate[];
  /** As the client wrote them: `report-status side-band-64k atomic`. */
  capabilities: readonly string[];
  /** The commits at which the history of the client ends. */
  shallow: readonly string[];
}

/** Reads up to the flush behind the commands. Throws PacketError for anything that is not a push. */
export async function readPushHead(reader: PacketReader): Promise<PushHead> {
  const updates: RefUpdate[] = [];
  const shallow: string[] = [];
  let capabilities: readonly string[] = [];
  let size = 0;
  for (;;) {
    const line = await reader.next();
    if (line === undefined) throw new PacketError('The push ends within its commands');
    if (line === null) return { updates, capabilities, shallow };
    size += line.length;
    if (size > MAX_HEAD_BYTES) throw new PacketError('The push has too many refs');
    const text = line.toString('utf8').replace(/\n$/, '');
    const cut = /^shallow ([0-9a-f]{40})$/.exec(text)?.[1];
    if (cut !== undefined) {
      shallow.push(cut);
      continue;
    }
    const [command = '', listed] = text.split('\0', 2);
    const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) (\S+)$/.exec(command);
    // Signed pushes are not offered.
    if (!match) throw new PacketError('This is not a command of a push');
    if (listed !== undefined) capabilities = listed.trim().split(' ');
    updates.push({ before: match[1] ?? '', after: match[2] ?? '', ref: match[3] ?? '' });
  }
}

/** Who pushes, and to what. */
export interface PushRules {
  defaultBranch: string;
  mayPushToDefaultBranch: boolean;
  /** The reason to refuse everything; null for none. */
  refusedAtAll: string | null;
}

/** One call of `git receive-pack`. */
export interface PushPart {
  updates: readonly RefUpdate[];
  /** Whether every branch of this part only moves forward. */
  isFastForwardOnly: boolean;
  /** Whether the objects of the push are given to this part. */
  takesPack: boolean;
}

export interface PushPlan {
  /** Why a ref is refused before git sees it. */
  refused: ReadonlyMap<string, string>;
  parts: readonly PushPart[];
}

/**
 * Divides a push. Git checks a fast-forward itself, in the transaction that moves the ref, but only for all refs of a call: so the
 * default branch gets a call of its own, after the others. The first call with a new commit takes the objects.
 */
export function planPush({ updates, capabilities }: PushHead, rules: PushRules): PushPlan {
  const refused = new Map<string, string>();
  for (const update of updates) {
    const reason = rules.refusedAtAll ?? refusalOf(update, rules);
    if (reason !== null) refused.set(update.ref, reason);
  }
  const isDefault = ({ ref }: RefUpdate): boolean => ref === `refs/heads/${rules.defaultBranch}`;
  if (capabilities.includes('atomic')) {
    if (refused.size > 0) {
      for (const { ref } of updates) if (!refused.has(ref)) refused.set(ref, 'atomic push failed');
      return { refused, parts: [] };
    }
    const part = { updates, isFastForwardOnly: updates.some(isDefault), takesPack: true };
    return { refused, parts: [part] };
  }
  const accepted = updates.filter(({ ref }) => !refused.has(ref));
  const groups = [accepted.filter((each) => !isDefault(each)), accepted.filter(isDefault)].filter(
    (group) => group.length > 0,
  );
  const first = groups.findIndex((group) => !group.every(isDeletion));
  return {
    refused,
    parts: groups.map((group, index) => ({
      updates: group,
      isFastForwardOnly: group.some(isDefault),
      takesPack: index === first,
    })),
  };
}

function refusalOf(update: RefUpdate, rules: PushRules): string | null {
  const { ref } = update;
  if (!/^refs\/(heads|tags)\/./.test(ref)) return 'only branches and tags can be pushed';
  if (ref !== `refs/heads/${rules.defaultBranch}`) return null;
  if (!rules.mayPushToDefaultBranch) return DEFAULT_BRANCH_REFUSED;
  return isDeletion(update) ? 'the default branch cannot be deleted' : null;
}

/** What `git receive-pack` reported. */
export interface PushReport {
  /** `ok`, or why the objects were refused. */
  unpack: string;
  /** By ref: null for updated, else the reason. */
  results: ReadonlyMap<string, string | null>;
}

/** The report lines of one part. */
export function readReport(lines: readonly string[]): PushReport {
  let unpack = 'ok';
  const results = new Map<string, string | null>();
  for (const line of lines) {
    const [word = '', first = ''] = line.split(' ', 2);
    if (word === 'unpack') unpack = line.slice('unpack '.length);
    else if (word === 'ok') results.set(first, null);
    else if (word === 'ng') results.set(first, line.slice(`ng ${first} `.length));
  }
  return { unpack, results };
}

/** One report of all parts, for every ref that the client sent, in its order. */
export function mergedReport(head: PushHead, plan: PushPlan, reports: readonly PushReport[]): string[] {
  const unpack = reports.find((report) => report.unpack !== 'ok')?.unpack ?? 'ok';
  const results = new Map(reports.flatMap((report) => [...report.results]));
  return [
    `unpack ${unpack}`,
    ...head.updates.map(({ ref }) => {
      const reason = plan.refused.get(ref) ?? (results.has(ref) ? (results.get(ref) ?? null) : 'not updated');
      return reason === null ? `ok ${ref}` : `ng ${ref} ${reason}`;
    }),
  ];
}
