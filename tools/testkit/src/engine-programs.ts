import { defaultEngineProgramsLookup, findEnginePath } from '@gossamer/dev/engine-programs';

/**
 * Global setup for Vitest projects that run the engine. Adds the engine's programs to PATH and downloads missing
 * programs.
 */
export async function setup(): Promise<void> {
  process.env.PATH = await findEnginePath(
    defaultEngineProgramsLookup((line) => process.stderr.write(`${line}\n`)),
  );
}
