import { Resolver } from 'node:dns/promises';

/** Resolves a host name to all of its IP addresses. Rejects if it has none. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Creates a resolver that queries the name servers directly. The resolver of the system would occupy a thread of the
 * small pool that file access and hashing also need, for as long as a slow name server takes.
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
