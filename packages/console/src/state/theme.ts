import { effect, signal } from '@preact/signals';
import { setting } from './store.ts';

export type Theme = 'system' | 'light' | 'dark';

const kept = setting('theme');

export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

export function startTheme(): void {
  effect(() => {
    setting('theme', theme.value);
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}
