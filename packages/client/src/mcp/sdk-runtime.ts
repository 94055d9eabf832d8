import nodeProcess from 'node:process';

/**
 * Replaces the SDK's module `_shims` in the bundle. The original contains Ajv, which would be a third of the bundle and
 * validates only the answers to questions that a server asks users. This server asks none.
 */
export class DefaultJsonSchemaValidator {
  /** @throws Error always */
  getValidator(): never {
    throw new Error('This server asks no questions whose answers would have to be validated.');
  }
}

export const process: NodeJS.Process = nodeProcess;
