import { localSetting } from '../../platform/settings/local-setting.ts';
import { useLocalSetting } from '../../platform/settings/use-local-setting.ts';

/** Whether rows show their labels. Stored in the browser only; shown by default. */
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
