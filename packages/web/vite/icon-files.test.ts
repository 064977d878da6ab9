import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import { iconFiles } from './icon-files.ts';

const list = fileURLToPath(new URL('../../../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url));
const context = {
  resolve: () => Promise.resolve({ id: list }),
  error(message: string): never {
    throw new Error(message);
  },
};

interface Hooks {
  buildStart(this: typeof context): Promise<void>;
  transform(this: typeof context, code: string, id: string): { code: string } | null;
}

async function transformed(code: string): Promise<string | null> {
  const plugin = iconFiles() as Plugin & Hooks;
  await plugin.buildStart.call(context);
  return plugin.transform.call(context, code, '/web/src/ui/feedback/Alert.tsx')?.code ?? null;
}

test('each icon is imported from its own file, including aliases', async () => {
  expect(await transformed('import { ChevronDown, X as Cross } from "lucide-react";\nf(Cross);')).toBe(
    "import ChevronDown from 'lucide-react/icons/chevron-down';import Cross from 'lucide-react/icons/x';\nf(Cross);",
  );
  expect(await transformed('import { useState } from "react";')).toBeNull();
});

test('an icon missing from the library fails the build', async () => {
  await expect(transformed('import { NoSuchIcon } from "lucide-react";')).rejects.toThrow(/no icon NoSuchIcon/);
});
