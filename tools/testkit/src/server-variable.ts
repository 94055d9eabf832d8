/** Returns an environment variable that contains a test server's URL. @throws Error if the server was not started */
export function serverVariable(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests by "npm test" or vitest, whose set-up starts the servers`,
    );
  return value;
}
