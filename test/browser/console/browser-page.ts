/** What the tests use of puppeteer-core, which lies in test/tools and has no types here. */
export interface BrowserPage {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  url(): string;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  focus(selector: string): Promise<void>;
  select(selector: string, value: string): Promise<unknown>;
  /** What the text of a program gives in the page: its caller knows what that is. */
  evaluate<T>(program: string): Promise<T>;
  waitForSelector(selector: string, options?: { timeout?: number; hidden?: boolean }): Promise<unknown>;
  waitForFunction(program: string, options?: { timeout?: number }): Promise<unknown>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  setViewport(viewport: {
    width: number;
    height: number;
    isMobile?: boolean;
    hasTouch?: boolean;
  }): Promise<void>;
  /** Runs the text of a program before the scripts of each page that is opened. */
  evaluateOnNewDocument(program: string): Promise<unknown>;
  /** A connection to the tools of Chromium. */
  createCDPSession(): Promise<{
    send(method: string): Promise<unknown>;
    detach(): Promise<void>;
  }>;
  setBypassCSP(isBypassed: boolean): Promise<void>;
  emulateMediaType(type: 'print' | 'screen'): Promise<void>;
  emulateMediaFeatures(features: { name: string; value: string }[]): Promise<void>;
  on(event: string, listen: (event: never) => void): void;
  close(): Promise<void>;
  keyboard: {
    press(key: string): Promise<void>;
    type(text: string, options?: { delay?: number }): Promise<void>;
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
}

export interface Browser {
  version(): Promise<string>;
  /** A context keeps storage of its own. */
  createBrowserContext(): Promise<{ newPage(): Promise<BrowserPage> }>;
  close(): Promise<void>;
}
