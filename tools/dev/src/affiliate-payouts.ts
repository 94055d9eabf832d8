import { runOperatorCommand } from './operator-command.ts';

/** Entry point of `npm run affiliate:payouts`. */
runOperatorCommand('affiliate', 'src/payouts/command.ts');
