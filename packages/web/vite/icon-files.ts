import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g;
const EXPORT = /export \{([^}]*)\} from '\.\/icons\/([^']+)\.mjs'/g;

/**
 * Imports each icon from its own file instead of the library's index. Through the index every page with one icon seems to need
 * all of them, and the icons of dialogs end up in the chunk that every page loads first.
 */
export function iconFiles(): Plugin {
  let files = new Map<string, string>();
  return {
    name: 'milepost:icon-files',
    apply: 'build',
    async buildStart() {
      const list = await this.resolve('lucide-react');
      if (list) files = filesByName(readFileSync(list.id, 'utf8'));
    },
    // After TypeScript is stripped: type imports are gone.
    transform(code, id) {
      if (!id.includes('/src/') || id.includes('/node_modules/')) return null;
      const text = code.replaceAll(IMPORT, (_import, names: string) =>
        importedNames(names)
          .map(([name, local]) => {
            const file = files.get(name);
            if (file === undefined) this.error(`${id}: lucide-react has no icon ${name}`);
            return `import ${local} from 'lucide-react/icons/${file}';`;
          })
          .join(''),
      );
      return text === code ? null : { code: text, map: null };
    },
  };
}

/** The library's index: `export { default as A, default as AIcon } from './icons/a.mjs'`. */
function filesByName(list: string): Map<string, string> {
  return new Map(
    [...list.matchAll(EXPORT)].flatMap(([, names = '', file = '']) =>
      importedNames(names).map(([, name]): [string, string] => [name, file]),
    ),
  );
}

/** `A, B as C`: each exported name with its local name. */
function importedNames(list: string): [name: string, local: string][] {
  const parts = list.split(',').map((part) => part.trim().split(/\s+as\s+/));
  return parts.flatMap(([name = '', local = name]) => (name === '' ? [] : [[name, local] as [string, string]]));
}
