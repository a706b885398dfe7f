// Sends a file with tus-js-client: node tus_upload.mjs '{"endpoint", "token", "file", …}'. Prints one JSON object.
import { createReadStream } from "node:fs";
import { FileUrlStorage, Upload } from "tus-js-client";

const asked = JSON.parse(process.argv[2]);

function done(result) {
  console.log(JSON.stringify(result));
  process.exit(0);
}

let last = null;
const upload = new Upload(createReadStream(asked.file), {
  endpoint: asked.endpoint,
  uploadUrl: asked.uploadUrl,
  chunkSize: asked.chunkSize,
  uploadSize: asked.size,
  uploadDataDuringCreation: asked.withCreation ?? false,
  headers: { Cookie: asked.cookie, "X-CSRFToken": asked.csrf },
  metadata: asked.metadata,
  urlStorage: new FileUrlStorage(asked.storage),
  retryDelays: asked.retryDelays ?? null,
  onAfterResponse: (request, response) => {
    last = { status: response.getStatus(), document: response.getHeader("X-Document-Id"), error: response.getHeader("X-Upload-Error") };
  },
  onUploadUrlAvailable: () => {
    if (asked.dieAfterCreation) done({ url: upload.url });
  },
  onProgress: (sent) => {
    if (asked.dieAt && sent >= asked.dieAt) {
      console.log(JSON.stringify({ url: upload.url, sent }));
      process.kill(process.pid, "SIGKILL");
    }
  },
  onError: (error) => done({ failed: String(error), body: error.originalResponse?.getBody() }),
  onSuccess: () => done({ url: upload.url, ...last }),
});
upload.start();
