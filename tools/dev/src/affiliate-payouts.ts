import { runOperatorCommand } from './operator-command.ts';

/** `npm run affiliate:payouts` */
runOperatorCommand('affiliate', 'src/payouts/command.ts');
