import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';

/** Number of connections above which response time takes precedence over memory: up to a gigabyte may be used. */
const crowdConnections = 200;
const growthPercent = { calm: 20, crowd: 100 };

/**
 * Adapts how much the heap may grow between two full garbage collections. With few connections the growth is small,
 * because large uploads must stay below 300 MB. With many connections it is large, because collecting their heap takes
 * 200 ms (docs/decisions/0033).
 */
export function growHeapByCrowd(server: Server): void {
  let connections = 0;
  let current: number | undefined;
  const follow = () => {
    const growth = connections > crowdConnections ? growthPercent.crowd : growthPercent.calm;
    if (growth === current) return;
    current = growth;
    // V8 reads the flag at the end of each collection.
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
