import { runOperatorCommand } from './operator-command.ts';

/** `npm run billing:refund` */
runOperatorCommand('billing', 'src/refunds/command.ts');
