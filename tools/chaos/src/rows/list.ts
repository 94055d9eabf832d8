import { bombRows } from './bombs.ts';
import { clockRows } from './clock.ts';
import { crowdRows } from './crowd.ts';
import { deletionRows } from './deletion.ts';
import { diskRows } from './disk.ts';
import { expensiveRows } from './expensive.ts';
import { fuzzRows } from './fuzz.ts';
import { poisonRows } from './poison.ts';
import { postgresRows } from './postgres.ts';
import { processRows } from './processes.ts';
import { redisRows } from './redis.ts';
import type { Row } from './row.ts';
import { scaleRows } from './scale.ts';
import { slowRows } from './slow.ts';
import { storeRows } from './store.ts';
import { variantRows } from './variants.ts';
import { workerRows } from './workers.ts';

export const rows: readonly Row[] = [
  { name: 'nothing happens', fault: async () => [] },
  ...processRows,
  ...redisRows,
  ...postgresRows,
  ...workerRows,
  ...crowdRows,
  ...slowRows,
  ...poisonRows,
  ...clockRows,
  ...scaleRows,
  ...storeRows,
  ...diskRows,
  ...deletionRows,
  ...fuzzRows,
  ...bombRows,
  ...expensiveRows,
  ...variantRows,
];
