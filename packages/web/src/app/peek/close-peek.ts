import { openedPeek } from '../../modules/work-items/peek/use-peek.ts';
import type { Router } from '../../platform/navigation/router.ts';

/** Closes the peek: a step back if opening it was the last step, so that Back does not meet the same page twice. */
export function closePeek(router: Router): void {
  const { pathname, search } = router.state.target;
  const href = pathname + search;
  const opened = openedPeek();
  if (href === opened?.before && opened?.index === router.history.location.state.__TSR_index) router.history.back();
  else removePeek(router);
}

/** The same page without a peek, in place of this one in the history. */
export function removePeek(router: Router): void {
  const { pathname, search } = router.state.target;
  router.navigate(pathname + search, { replace: true, keepScroll: true });
}
