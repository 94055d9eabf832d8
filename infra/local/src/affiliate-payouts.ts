import { runOperatorCommand } from './operator-command.ts';

/** `pnpm affiliate:payouts` */
runOperatorCommand('affiliate', 'src/payouts/command.ts');
