import { defaultEngineProgramsLookup, findEnginePath } from '@gossamer/dev/engine-programs';

/** Vitest's global set-up of a project that runs the engine: puts its programs on PATH, and fetches missing ones. */
export async function setup(): Promise<void> {
  process.env.PATH = await findEnginePath(
    defaultEngineProgramsLookup((line) => process.stderr.write(`${line}\n`)),
  );
}
