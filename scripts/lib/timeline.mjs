import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';

/**
 * The commands that this process ran: in seconds since it began, with CPU seconds of all that they started and waited for. Chromium ends
 * before most of its processes, which nothing counts then: of component tests three quarters are missing.
 * @type {{ title: string, from: number, to: number, cpu: number | null }[]}
 */
const rows = [];
/** CPU seconds of all commands that have ended. */
let known = 0;

/** What the processors of the machine did before. */
const before = processors();

/** Seconds since the machine started in which its processors worked, and in which they had nothing to do. */
function processors() {
  const all = cpus().map(({ times }) => times);
  const sum = (/** @type {(times: import('node:os').CpuInfo['times']) => number} */ part) =>
    all.reduce((total, times) => total + part(times) / 1_000, 0);
  return { busy: sum(({ user, nice, sys, irq }) => user + nice + sys + irq), idle: sum(({ idle }) => idle) };
}

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

/**
 * The commands in the order in which they began, one a line: when, for how long, and with how much CPU time. Then what the machine did
 * meanwhile, with all processes, also those of others.
 */
export function timeline() {
  const lines = rows
    .toSorted((one, other) => one.from - other.from)
    .map(({ title, from, to, cpu }) => {
      const seconds = [from, to, to - from].map((each) => each.toFixed(0).padStart(6));
      return `${seconds.join(' ')} ${(cpu?.toFixed(0) ?? '').padStart(6)}  ${title}`;
    });
  const now = processors();
  const [busy, idle] = [now.busy - before.busy, now.idle - before.idle].map((seconds) => seconds.toFixed(0));
  const machine = `Processors of the machine: ${busy} s busy, ${idle} s idle.`;
  return ['  from     to   took    CPU  (seconds)', ...lines, machine].join('\n');
}
