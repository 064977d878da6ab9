import { linesOf, type Repo } from './commits.ts';
import { mergeBase } from './diffs.ts';
import { MIRROR_REFS } from './fetching.ts';
import { NO_OID } from './refs.ts';

/** One ref that a fetch changes. */
interface MirrorUpdate {
  ref: string;
  before: string;
  after: string;
}

/** What the project gets from its remote. */
export interface MirrorPlan {
  updates: readonly MirrorUpdate[];
  /** Branches and tags that have something of their own, and stay as they are. */
  kept: readonly string[];
}

/** Branches, tags and the state of the remote, by the name of the ref. */
type Refs = ReadonlyMap<string, string>;

export async function readRefs({ git, folder }: Repo): Promise<Refs> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/', 'refs/tags/', `${MIRROR_REFS}/`];
  const lines = linesOf(await git.run(args, { folder }));
  return new Map(lines.map((line) => [line.slice(41), line.slice(0, 40)]));
}

/**
 * Compares branches and tags with those of the remote. One that is as the remote had it follows the remote, also backwards. One with
 * commits that the remote lacks is replaced only with `overwrites`, and never removed.
 */
export async function planMirror(
  repo: Repo,
  /** What the remote had before; null if that was another remote. */
  before: Refs | null,
  after: Refs,
  overwrites: boolean,
): Promise<MirrorPlan> {
  const updates: MirrorUpdate[] = [];
  const kept: string[] = [];
  for (const tracked of new Set([...(before?.keys() ?? []), ...after.keys()])) {
    if (!tracked.startsWith(`${MIRROR_REFS}/`)) continue;
    const ref = `refs${tracked.slice(MIRROR_REFS.length)}`;
    const [was, is, own] = [before?.get(tracked), after.get(tracked), after.get(ref)];
    if (is === own) continue;
    const update = { ref, before: own ?? NO_OID, after: is ?? NO_OID };
    if (own === undefined || own === was) updates.push(update);
    else if (is === undefined) continue;
    else if (overwrites || (await isForward(repo, ref, own, is))) updates.push(update);
    else kept.push(ref.replace(/^refs\/(heads|tags)\//, ''));
  }
  return { updates, kept };
}

async function isForward(repo: Repo, ref: string, from: string, to: string): Promise<boolean> {
  return ref.startsWith('refs/heads/') && (await mergeBase(repo, from, to)) === from;
}

/** Moves all refs, or none. Throws GitCommandError if one of them moved meanwhile. */
export async function applyMirror({ git, folder }: Repo, updates: readonly MirrorUpdate[]): Promise<void> {
  const isRemoval = ({ after }: MirrorUpdate): boolean => after === NO_OID;
  // A branch `a` must be removed before `a/b` can exist.
  for (const part of [updates.filter(isRemoval), updates.filter((update) => !isRemoval(update))]) {
    if (part.length === 0) continue;
    const input = part.map(({ ref, before, after }) => `update ${ref}\0${after}\0${before}\0`).join('');
    await git.run(['update-ref', '--stdin', '-z'], { folder, input });
  }
}
