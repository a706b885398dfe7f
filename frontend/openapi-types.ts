// Generates the types of a TypeScript client: npm run openapi -- http://localhost:8000/api/schema cartulary.d.ts
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [source, target] = process.argv.slice(2);
if (!source || !target) throw new Error('usage: npm run openapi -- OPENAPI_URL_OR_FILE TARGET.d.ts');

const BLOB = ts.factory.createTypeReferenceNode('Blob');
const url = URL.canParse(source) ? new URL(source) : new URL(source, `file://${process.cwd()}/`);
const types = await openapiTS(url, {
  defaultNonNullable: false, // a field with a default may be left out
  transform: (schema) => (schema.format === 'binary' ? BLOB : undefined),
});
await writeFile(target, astToString(types));
