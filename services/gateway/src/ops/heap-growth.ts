import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';

/** From here on how late answers are matters more than memory, of which a crowd is given a gigabyte. */
const crowdConnections = 200;
const growthPercent = { calm: 20, crowd: 100 };

/**
 * How much the heap may grow between two collections of everything. Little while few large uploads come, which must stay
 * below 300 MB; much in a crowd, whose heap takes 200 ms each time (docs/decisions/0033).
 */
export function growHeapByCrowd(server: Server): void {
  let connections = 0;
  let current: number | undefined;
  const follow = () => {
    const growth = connections > crowdConnections ? growthPercent.crowd : growthPercent.calm;
    if (growth === current) return;
    current = growth;
    // Read anew at the end of each collection.
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
