import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * The commands that this process ran: in seconds since it began, with CPU seconds of all that they started and waited for.
 * @type {{ title: string, from: number, to: number, cpu: number | null }[]}
 */
const rows = [];
/** CPU seconds of all commands that have ended. */
let known = 0;

/** How many of the kernel's ticks are a second, on every usual system. */
const TICKS_PER_SECOND = 100;

/** CPU seconds of the children that have ended, with theirs; null where the system has no `/proc`. */
function cpuOfChildren() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    return (Number(user) + Number(system)) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

/**
 * Notes that a command has ended. To be called as soon as it has: what was counted since the last call is its CPU time.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {number} from seconds since this process began
 */
export function noteEnd(command, args, from) {
  const all = cpuOfChildren();
  const cpu = all === null ? null : all - known;
  known = all ?? 0;
  rows.push({ title: `${basename(command)} ${args[0] ?? ''}`, from, to: process.uptime(), cpu });
}

/** The commands in the order in which they began, one a line: when, for how long, and with how much CPU time. */
export function timeline() {
  const lines = rows
    .toSorted((one, other) => one.from - other.from)
    .map(({ title, from, to, cpu }) => {
      const seconds = [from, to, to - from].map((each) => each.toFixed(0).padStart(6));
      return `${seconds.join(' ')} ${(cpu?.toFixed(0) ?? '').padStart(6)}  ${title}`;
    });
  return ['  from     to   took    CPU  (seconds)', ...lines].join('\n');
}
