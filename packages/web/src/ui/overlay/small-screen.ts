/** Whether surfaces are sheets at the foot of the screen: as the styles have it. */
export function isSmallScreen(): boolean {
  return window.matchMedia('(max-width: 640px)').matches;
}
