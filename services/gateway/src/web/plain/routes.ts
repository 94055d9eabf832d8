import { toLocale } from '@gossamer/contracts/choose-language';
import { retentionMs } from '@gossamer/contracts/limits';
import { resultFilename } from '@gossamer/contracts/result-filename';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { handleErrors, sendError, sendFaultHead } from '@gossamer/service-kit/http/error-handler';
import { fillIn } from '@gossamer/service-kit/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCompression } from '../../compressions/find-compression.ts';
import { downloadUrl, failure, percentSaved } from '../../compressions/to-public.ts';
import { createAcceptWebUpload, type Uploads } from '../../compressions/upload/accept-web-upload.ts';
import { receiveUpload } from '../../compressions/upload/receive-upload.ts';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { languageOf, themeAttribute } from '../reader.ts';
import { type PlainPage, renderPlainPage } from './plain-page.ts';
import { type PlainTexts, readPlainTexts } from './texts.ts';

type Content = Omit<PlainPage, 'language' | 'theme'>;

const refreshSeconds = 2;

/**
 * Registers the routes for browsers without JavaScript: the form on /compress uploads an image, and a page reloads
 * itself until the result can be downloaded. Errors are sent as pages, too. Also answers for the installed app if its
 * service worker did not receive shared images.
 */
export async function plainRoutes(
  http: Http,
  { deps, uploads, webRoot }: { deps: GatewayDeps; uploads: Uploads; webRoot: string },
): Promise<void> {
  const textsIn = await readPlainTexts(webRoot);
  const acceptWebUpload = createAcceptWebUpload(deps, uploads);

  const send = (request: FastifyRequest, reply: FastifyReply, content: (texts: PlainTexts) => Content) => {
    const language = languageOf(request, searchOf(request));
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(renderPlainPage({ language, theme: themeAttribute(request), ...content(textsIn(language)) }));
  };

  handleErrors(http, (request, reply, fault) => {
    // Send an error instead of a page if the request was rejected before the caller was identified, for example because
    // it came from another site.
    if (!request.identity) return sendError(request, reply, fault);
    return send(request, sendFaultHead(reply, fault), (texts) =>
      failedPage(texts, texts.reason(fault.code, fault.details), searchOf(request)),
    );
  });

  http.post('/compress', { config: { takesImages: true } }, async (request, reply) => {
    const receive = () => receiveUpload(request, deps, uploads.guards);
    const { id } = await acceptWebUpload(request, reply, receive);
    return reply.redirect(`/compress/result/${id}${searchOf(request)}`, 303);
  });

  http.get<{ Params: { id: string } }>('/compress/result/:id', async (request, reply) => {
    const row = await findCompression(deps.db, request.identity, request.params.id);
    if (!row) throw new AppError('compression_not_found');
    return send(request, reply, (texts) => resultPage(texts, row, searchOf(request)));
  });

  // The service worker takes shared images, so they are not read here.
  http.post('/share', async (_request, reply) => reply.redirect('/share', 303));
  http.get('/share', async (request, reply) => send(request, reply, missedSharePage));
}

/** Returns the query string that selects the language of the pages, or an empty string. */
function searchOf({ url }: FastifyRequest): string {
  const language = toLocale(new URL(url, 'http://localhost').searchParams.get('lang'));
  return language ? `?lang=${language}` : '';
}

function missedSharePage({ page }: PlainTexts): Content {
  return {
    title: page.shareMissed,
    paragraphs: [page.shareMissedText],
    links: [{ href: '/compress', label: page.shareChoose }],
  };
}

function resultPage(texts: PlainTexts, row: CompressionRow, search: string): Content {
  const { page } = texts;
  const failed = failure(row);
  if (failed?.code) return failedPage(texts, texts.reason(failed.code, failed.details), search);
  if (row.status === 'pending') {
    return {
      title: page.waiting,
      paragraphs: [row.originalFilename, page.waitingText],
      links: [{ href: `/compress/result/${row.id}${search}`, label: page.refresh }],
      refreshSeconds,
    };
  }
  if (row.resultKey === null) return failedPage(texts, texts.reason('result_expired'), search);
  const resultBytes = row.resultSizeBytes ?? 0;
  const saved = percentSaved(row.originalSizeBytes, resultBytes);
  const sizes = fillIn(page.sizes, { from: texts.size(row.originalSizeBytes), to: texts.size(resultBytes) });
  return {
    title: page.done,
    paragraphs: [
      saved > 0 ? `${sizes} ${fillIn(page.smaller, { percent: texts.percent(saved) })}` : sizes,
      fillIn(page.kept, { hours: retentionMs.result / 3_600_000 }),
    ],
    links: [
      {
        href: downloadUrl(row),
        label: fillIn(page.download, { name: resultFilename(row) }),
        isDownload: true,
      },
      { href: `/compress${search}`, label: page.again },
    ],
  };
}

function failedPage({ page }: PlainTexts, reason: string, search: string): Content {
  return {
    title: page.failed,
    paragraphs: [reason],
    links: [{ href: `/compress${search}`, label: page.again }],
  };
}
