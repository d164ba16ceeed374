import type { JSX } from 'preact';

const paths = {
  play: 'M5 3.5v9l7.5-4.5z',
  stop: 'M4 4h8v8H4z',
  plus: 'M8 3v10M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11 9M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3L5 7',
  save: 'M3 3h8l2 2v8H3zM5.5 3v3.5h5V3M5 13V9.5h6V13',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  arrow: 'M3 8h10M9 4l4 4-4 4',
} as const;

export type IconName = keyof typeof paths;

const filled: ReadonlySet<IconName> = new Set(['play', 'stop']);

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class={filled.has(name) ? 'icon filled' : 'icon'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
