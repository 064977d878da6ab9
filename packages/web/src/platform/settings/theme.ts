import { localSetting } from '../../ui/local-setting.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme of this browser; index.html reads the same key before the first paint. */
export const themeSetting = localSetting<Theme>(
  'theme',
  (stored) => (stored === 'light' || stored === 'dark' ? stored : 'system'),
  (theme) => (theme === 'system' ? null : theme),
);

/** Applies the selected theme to the document, also when another tab changes it; returns a function that stops it. */
export function followTheme(): () => void {
  const apply = (): void => {
    const theme = themeSetting.get();
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  };
  apply();
  return themeSetting.subscribe(apply);
}
