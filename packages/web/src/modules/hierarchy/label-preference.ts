import { localSetting } from '../../platform/settings/local-setting.ts';
import { useLocalSetting } from '../../platform/settings/use-local-setting.ts';

/** Whether rows show their labels. A browser's own affair: nothing of it is ever sent. Shown until somebody hides them. */
const preference = localSetting<boolean>(
  'gl-show-board-labels',
  (stored) => stored !== 'false',
  (isShowing) => String(isShowing),
  '',
);

/** What is chosen, and what changes it: on every page that shows labels this way. */
export function useIsShowingLabels(): [isShowingLabels: boolean, setIsShowingLabels: (isShowing: boolean) => void] {
  return useLocalSetting(preference);
}
