import { runOperatorCommand } from './operator-command.ts';

/** `pnpm billing:refund` */
runOperatorCommand('billing', 'src/refunds/command.ts');
