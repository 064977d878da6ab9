/** Whether popovers are bottom sheets, by the same media query as the styles. */
export function isSmallScreen(): boolean {
  return window.matchMedia('(max-width: 640px)').matches;
}
