import { type Command, Option } from 'commander';

/** Adds the options that select whether the API or the local engine compresses the images. */
export function addCompressor(command: Command): Command {
  return addConnection(command).addOption(
    new Option(
      '--local',
      'run the engine on this computer, without an account; needs the package gossamer-engine',
    ).conflicts(['baseUrl', 'apiKeyFile']),
  );
}

export function addConnection(command: Command): Command {
  return command
    .option('--base-url <url>', 'URL of the service, instead of GOSSAMER_BASE_URL')
    .option('--api-key-file <file>', 'read the API key from this file instead of GOSSAMER_API_KEY');
}
