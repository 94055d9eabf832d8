import { defaultEngineProgramsLookup, findEnginePath } from '@gossamer/dev/engine-programs';

/**
 * Global set-up of Vitest projects that run the engine. Puts the engine's programs on PATH and downloads missing ones.
 */
export async function setup(): Promise<void> {
  process.env.PATH = await findEnginePath(
    defaultEngineProgramsLookup((line) => process.stderr.write(`${line}\n`)),
  );
}
