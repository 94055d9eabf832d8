import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from '../private-file.ts';
import { endProcess, identityOf, isRunning, type ProcessIdentity } from './identity.ts';

/**
 * Record of a running process, stored in a file. If the launcher is killed, the next launcher uses the record to
 * terminate the process.
 */
interface ProcessRecord extends ProcessIdentity {
  name: string;
  stopSignal: NodeJS.Signals;
  stopTimeoutMs: number;
  /** Payload of the ready message, for example port numbers. */
  ready?: unknown;
}

export interface ProcessRecords {
  write(
    name: string,
    pid: number,
    stop: { signal: NodeJS.Signals; timeoutMs: number },
    ready?: unknown,
  ): void;
  remove(name: string): void;
}

/** Opens the folder `<dataDir>/run`, which contains a small file for each running process. */
export function openProcessRecords(dataDir: string): ProcessRecords {
  const folder = join(dataDir, 'run');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    write(name, pid, stop, ready) {
      const identity = identityOf(pid);
      if (identity === undefined) return;
      const record = { ...identity, name, stopSignal: stop.signal, stopTimeoutMs: stop.timeoutMs, ready };
      writePrivateFile(join(folder, `${name}.json`), `${JSON.stringify(record)}\n`);
    },
    remove: (name) => rmSync(join(folder, `${name}.json`), { force: true }),
  };
}

/**
 * Terminates processes left over from a killed launcher: first the services, then the servers that the services use.
 */
export async function endLeftOvers(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'run');
  const running = readRecords(folder).filter(isRunning);
  const isServer = (record: ProcessRecord) => ['postgres', 'redis', 'swift'].includes(record.name);
  for (const group of [running.filter((r) => !isServer(r)), running.filter(isServer)]) {
    await Promise.all(group.map((record) => endProcess(record, record.stopSignal, record.stopTimeoutMs)));
  }
  rmSync(folder, { recursive: true, force: true });
  return running.map((record) => record.name);
}

function readRecords(folder: string): ProcessRecord[] {
  try {
    return readdirSync(folder).flatMap((file) => readJsonFile<ProcessRecord>(join(folder, file)) ?? []);
  } catch {
    return [];
  }
}
