// Runs before the first paint, so a pinned theme never flashes the other one. app/theme.ts writes the key.
try {
  const theme = localStorage.getItem('milepost.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused; the system's theme is then the answer.
}
