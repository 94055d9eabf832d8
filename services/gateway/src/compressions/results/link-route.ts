import { createHash } from 'node:crypto';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { readLink } from '@gossamer/service-kit/storage/signed-link';
import type { GatewayDeps } from '../../deps.ts';
import { sendObject } from './send-object.ts';

/**
 * Registers `GET /files/{key}?…`, which sends the object of a signed link to any client until the link expires. The
 * route is used only if files are stored in a directory; links to a bucket point to the bucket itself.
 */
export function linkRoute(http: Http, deps: GatewayDeps): void {
  http.get<{ Params: { '*': string } }>('/files/*', async (request, reply) => {
    const query = new URL(request.url, deps.links.baseUrl).searchParams;
    const link = readLink(deps.links, request.params['*'], query);
    const object = link && (await deps.storage.head(link.key));
    if (!object) throw new AppError('link_not_valid');
    reply.header('content-disposition', link.contentDisposition);
    return sendObject(request, reply, deps.storage, {
      key: object.key,
      mediaType: link.contentType,
      sizeBytes: object.sizeBytes,
      etag: `"${createHash('sha256').update(object.key).digest('base64url')}"`,
      goneCode: 'result_expired',
    });
  });
}
