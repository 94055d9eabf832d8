import { runOperatorCommand } from './operator-command.ts';

/** Entry point of `npm run billing:refund`. */
runOperatorCommand('billing', 'src/refunds/command.ts');
