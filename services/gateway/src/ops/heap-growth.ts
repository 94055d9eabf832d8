import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';

/**
 * Number of connections above which response time takes precedence over memory use, which can then reach one gigabyte.
 */
const crowdConnections = 200;
const growthPercent = { calm: 20, crowd: 100 };

/**
 * Adapts how much the heap may grow between two full garbage collections. With few connections, the growth is small,
 * because memory must stay below 300 MB during large uploads. With many connections, the growth is large, because a
 * collection takes 200 ms (docs/decisions/0033).
 */
export function growHeapByCrowd(server: Server): void {
  let connections = 0;
  let current: number | undefined;
  const follow = () => {
    const growth = connections > crowdConnections ? growthPercent.crowd : growthPercent.calm;
    if (growth === current) return;
    current = growth;
    // V8 reads this flag at the end of each garbage collection.
    setFlagsFromString(`--heap-growing-percent=${growth}`);
  };
  server.on('connection', (socket) => {
    connections += 1;
    follow();
    socket.once('close', () => {
      connections -= 1;
      follow();
    });
  });
  follow();
}
