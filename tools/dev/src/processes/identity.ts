import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStat } from './read-stat.ts';

/** Process id and start time. They identify a process uniquely, because the system reuses process ids. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

const pollMs = 25;

/** Returns the start time of a process in an opaque format for comparisons, or undefined if the process has exited. */
export function startTimeOf(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? linuxStartTime(pid) : psStartTime(pid);
  } catch {
    return undefined;
  }
}

function linuxStartTime(pid: number): string | undefined {
  const stat = readStat(pid);
  if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return undefined;
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return `${stat.startTicks}@${bootId}`;
}

function psStartTime(pid: number): string | undefined {
  const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [state, ...started] = line.split(/\s+/);
  return state === undefined || state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

export function identityOf(pid: number): ProcessIdentity | undefined {
  const startTime = startTimeOf(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return startTimeOf(identity.pid) === identity.startTime;
}

/**
 * Sends a signal to a process, or to a process group if the id is negative. Returns false if the process does not
 * exist.
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Terminates a process, which need not be a child process: sends a signal, waits for the exit, and then kills its
 * process group.
 */
export async function endProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<void> {
  if (!isRunning(identity)) return;
  sendSignal(identity.pid, signal);
  if (await isGoneWithin(identity, timeoutMs)) return;
  if (!sendSignal(-identity.pid, 'SIGKILL')) sendSignal(identity.pid, 'SIGKILL');
  await isGoneWithin(identity, 2000);
}

async function isGoneWithin(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}
