import type { OpenApiDocument } from '../../document/build-document.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * The parts of the OpenAPI document that the reference shows. Variants that OpenAPI allows but the document never
 * contains are omitted.
 */
export interface ApiDocument {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, { post: ApiOperation }>;
  components: { schemas: Record<string, JsonSchema> };
}

export interface ApiOperation {
  operationId: string;
  tags?: string[];
  summary: string;
  description: string;
  parameters?: ApiParameter[];
  requestBody?: { description?: string; content: Record<string, MediaType> };
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>;
}

export interface ApiParameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface MediaType {
  schema?: JsonSchema;
  examples?: Record<string, { summary?: string; value?: unknown; $ref?: string }>;
}

/** An operation with its method and path, or a webhook message with its type. */
export interface Entry {
  operation: ApiOperation;
  method: string;
  path: string;
  isWebhook: boolean;
}

export interface Group {
  name: string;
  description: string;
  entries: Entry[];
}

/**
 * Groups the operations of the document by their tags. Webhook messages are the last group.
 * @param order ids of the operations in their order within a group
 */
export function groupsOf(document: OpenApiDocument, order: readonly string[]): Group[] {
  const { tags, paths, webhooks } = document as unknown as ApiDocument;
  const positionOf = ({ operation }: Entry) => order.indexOf(operation.operationId);
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ operation, method, path, isWebhook: false })),
    )
    .sort((a, b) => positionOf(a) - positionOf(b));
  return [
    ...tags.map((tag) => ({
      ...tag,
      entries: operations.filter(({ operation }) => operation.tags?.includes(tag.name)),
    })),
    {
      name: 'Webhooks',
      description: 'Messages that Gossamer sends to your server, as defined by Standard Webhooks.',
      entries: Object.entries(webhooks).map(([path, { post }]) => ({
        operation: post,
        method: 'post',
        path,
        isWebhook: true,
      })),
    },
  ];
}
