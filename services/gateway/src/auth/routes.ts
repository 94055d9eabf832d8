import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';

/** Who is there. Until there are accounts, nobody. */
export function authRoutes(http: Http): void {
  http.get('/api/auth/user', async () => {
    throw new AppError('unauthorized');
  });
}
