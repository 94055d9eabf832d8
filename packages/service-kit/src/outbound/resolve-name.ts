import { Resolver } from 'node:dns/promises';

/** All addresses of a host name. Rejects when there are none. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Asks the name servers directly: the system's own way would hold one of the few threads that files and hashes need,
 * too, for as long as a stranger's name server likes.
 */
export function createResolveName(): ResolveName {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const [first] = answers;
    throw first.status === 'rejected' ? first.reason : new Error(`${name} has no address`);
  };
}
