import { exampleAddress as address, exampleId as id } from '../../document/examples.ts';

/** Languages of the code samples, in the order of their tabs. */
export const sampleLanguages = { curl: 'curl', node: 'Node.js', python: 'Python', cli: 'CLI' } as const;
export type SampleLanguage = keyof typeof sampleLanguages;
export type Samples = Partial<Record<SampleLanguage, string>>;

/**
 * Returns the code samples by operation id, in the order of the reference: a request for each operation, and a receiver
 * for webhook messages.
 */
export function codeSamples(baseUrl: string): Record<string, Samples> {
  const api = `${baseUrl}/api/v1`;
  const curl = (path: string, ...options: string[]) =>
    [`curl "${api}${path}"`, '-H "Authorization: Bearer $GOSSAMER_API_KEY"', ...options].join(' \\\n  ');
  const node = (code: string, imports = '') => `${imports}import { Gossamer } from 'gossamer';

const gossamer = new Gossamer({
  apiKey: process.env.GOSSAMER_API_KEY,
  baseUrl: '${baseUrl}',
});

${code}`;
  const python = (code: string) => `import os
import requests

api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['GOSSAMER_API_KEY']}"

${code.replaceAll('{api}', api)}`;
  const readFile = "import { readFile } from 'node:fs/promises';\n";

  return {
    createCompression: {
      curl: curl(
        '/compressions',
        '-F "image=@harbour.jpg"',
        '-F "quality=80"',
        '-F "format=webp"',
        '-F "wait=30"',
      ),
      node: node(
        `const image = await readFile('harbour.jpg');
const job = await gossamer.compress(image, { quality: 80, format: 'webp' });
console.log(job.result.url, job.result.savedPercent);`,
        readFile,
      ),
      python: python(`with open("harbour.jpg", "rb") as image:
    response = api.post(
        "{api}/compressions",
        params={"quality": 80, "format": "webp", "wait": 30},
        data=image,
    )
response.raise_for_status()
job = response.json()
if job["status"] == "completed":
    print(job["result"]["url"], job["result"]["savedPercent"])`),
    },
    getCompression: {
      curl: curl(`/compressions/${id}?wait=30`),
      node: node(`const job = await gossamer.get('${id}');
console.log(job.status);`),
      python: python(`response = api.get(
    "{api}/compressions/${id}",
    params={"wait": 30},
)
response.raise_for_status()
print(response.json()["status"])`),
    },
    ...downloadSamples({ curl, node, python }),
    listCompressions: {
      curl: curl('/compressions?status=completed&limit=20'),
      node: node(`for await (const job of gossamer.list({ status: 'completed' })) {
  console.log(job.id, job.filename);
}`),
      python: python(`response = api.get(
    "{api}/compressions",
    params={"status": "completed", "limit": 20},
)
response.raise_for_status()
for job in response.json()["data"]:
    print(job["id"], job["filename"])`),
    },
    deleteCompression: {
      curl: curl(`/compressions/${id}`, '--request DELETE'),
      node: node(`await gossamer.delete('${id}');`),
      python: python(`response = api.delete(
    "{api}/compressions/${id}",
)
response.raise_for_status()`),
    },
    createBatch: {
      curl: curl(
        '/compressions/batch',
        '-H "Content-Type: application/json"',
        `--data '[{ "url": "${address}", "format": "avif" }]'`,
      ),
      node: node(`const { data } = await gossamer.batch([
  { url: '${address}', format: 'avif' },
]);
for (const { status, compression, problem } of data) {
  console.log(status, compression?.id ?? problem?.detail);
}`),
      python: python(`response = api.post(
    "{api}/compressions/batch",
    json=[{"url": "${address}", "format": "avif"}],
)
response.raise_for_status()
for item in response.json()["data"]:
    print(item["status"])`),
    },
    createEstimate: {
      curl: curl('/estimates?quality=60', '--data-binary @harbour.jpg'),
      node: node(
        `const image = await readFile('harbour.jpg');
const { estimate } = await gossamer.estimate(image, { quality: 60 });
console.log(estimate.sizeBytes);`,
        readFile,
      ),
      python: python(`with open("harbour.jpg", "rb") as image:
    response = api.post(
        "{api}/estimates",
        params={"quality": 60},
        data=image,
    )
response.raise_for_status()
print(response.json()["estimate"]["sizeBytes"])`),
    },
    getUsage: {
      curl: curl('/usage'),
      node: node(`const { month } = await gossamer.usage();
console.log(month.compressions);`),
      python: python(`response = api.get("{api}/usage")
response.raise_for_status()
print(response.json()["month"]["compressions"])`),
    },
    getDocument: { curl: `curl "${api}/openapi.json"` },
    completedWebhook: webhookSamples,
  };
}

/** Functions that complete the code of a request in each language. */
type Writers = {
  curl(path: string, ...options: string[]): string;
  node(code: string, imports?: string): string;
  python(code: string): string;
};

/** Returns the code samples of the operations that send a file or describe files. */
function downloadSamples({ curl, node, python }: Writers): Record<string, Samples> {
  const imports = "import { writeFile } from 'node:fs/promises';\n";
  return {
    downloadResult: {
      curl: curl(`/compressions/${id}/download`, '--output harbour.webp'),
      node: node(
        `const image = await gossamer.download('${id}');
await writeFile('harbour.webp', image);`,
        imports,
      ),
      python: python(`response = api.get(
    "{api}/compressions/${id}/download",
)
response.raise_for_status()
with open("harbour.webp", "wb") as image:
    image.write(response.content)`),
    },
    getManifest: {
      curl: curl(`/compressions/${id}/manifest`, '-H "Accept: text/html"', '--output manifest.html'),
      node: node(
        `const manifest = await gossamer.manifest('${id}');
await writeFile('manifest.json', JSON.stringify(manifest));`,
        imports,
      ),
      python: python(`response = api.get(
    "{api}/compressions/${id}/manifest",
)
response.raise_for_status()
for file in response.json()["files"]:
    print(file["path"], file["savedPercent"])`),
    },
    downloadVariant: {
      curl: curl(`/compressions/${id}/variants/800.avif`, '--output harbour-800w.avif'),
      node: node(
        `for await (const { filename, bytes } of gossamer.downloadVariants('${id}')) {
  await writeFile(filename, bytes);
}`,
        imports,
      ),
      python: python(`response = api.get(
    "{api}/compressions/${id}/variants/800.avif",
)
response.raise_for_status()
with open("harbour-800w.avif", "wb") as image:
    image.write(response.content)`),
    },
  };
}

const webhookSamples: Samples = {
  node: `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from 'gossamer/webhooks';

createServer(async (request, response) => {
  const body = await text(request);
  const message = await verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET);
  console.log(message.type, message.data.id);
  response.end();
}).listen(8080);`,
  python: `import os
from standardwebhooks import Webhook

def receive(body: bytes, headers: dict[str, str]) -> None:
    message = Webhook(os.environ["WEBHOOK_SECRET"]).verify(body, headers)
    print(message["type"], message["data"]["id"])`,
};
