/** Returns a variable with the address of a test server. @throws if no server was started */
export function serverVariable(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests by "npm test" or vitest, whose set-up starts the servers`,
    );
  return value;
}
