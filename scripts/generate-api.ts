/** Writes docs/api from the server's code: the GraphQL schema, the description of the REST API, the errors. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apiDocs } from '../packages/server/src/app/api-docs.ts';

const folder = fileURLToPath(new URL('../docs/api', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(await apiDocs())) writeFileSync(`${folder}/${name}`, text);
