import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localSetting } from '../../ui/local-setting.ts';
import { useLocalSetting } from '../../ui/use-local-setting.ts';
import { followTheme, themeSetting } from './theme.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

const width = localSetting(
  'test-width',
  (stored) => (stored === 'rail' ? 'rail' : 'wide'),
  (value) => value,
);

test('a setting is validated, stored, and propagated to all its users', () => {
  localStorage.setItem('milepost.test-width', 'nonsense');
  const one = renderHook(() => useLocalSetting(width));
  const other = renderHook(() => useLocalSetting(width));
  expect(one.result.current[0]).toBe('wide');
  act(() => one.result.current[1]('rail'));
  expect(other.result.current[0]).toBe('rail');
  expect(localStorage.getItem('milepost.test-width')).toBe('rail');
});

test('changes from another tab are applied', () => {
  const { result } = renderHook(() => useLocalSetting(width));
  act(() => {
    localStorage.setItem('milepost.test-width', 'rail');
    window.dispatchEvent(new StorageEvent('storage', { key: 'milepost.test-width' }));
  });
  expect(result.current[0]).toBe('rail');
});

test('without storage a setting lives as long as the page', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused');
  });
  width.set('rail');
  expect(width.get()).toBe('rail');
});

test('where storage is full, what was chosen holds all the same, until it can be kept', () => {
  localStorage.setItem('milepost.test-width', 'wide');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { result } = renderHook(() => useLocalSetting(width));
  act(() => result.current[1]('rail'));
  expect(result.current[0]).toBe('rail');
  full.mockRestore();
  act(() => result.current[1]('wide'));
  expect(result.current[0]).toBe('wide');
  expect(localStorage.getItem('milepost.test-width')).toBe('wide');
});

test('a pinned theme stands on the document; the system’s needs no mark', () => {
  const stop = followTheme();
  themeSetting.set('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  themeSetting.set('system');
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  stop();
});
