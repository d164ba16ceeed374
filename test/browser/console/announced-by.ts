import type { BrowserPage } from './browser-page.ts';

interface AccessNode {
  nodeId: string;
  ignored: boolean;
  childIds?: string[];
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
}

/** The text of live regions of this role or politeness, as the accessibility tree of Chromium has them. */
export async function announcedBy(page: BrowserPage, kind: 'status' | 'alert' | 'polite'): Promise<string> {
  const tools = await page.createCDPSession();
  const { nodes } = (await tools.send('Accessibility.getFullAXTree')) as { nodes: AccessNode[] };
  await tools.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const textIn = (node: AccessNode): string =>
    node.role?.value === 'StaticText'
      ? (node.name?.value ?? '')
      : (node.childIds ?? []).map((id) => textIn(byId.get(id) as AccessNode)).join(' ');
  return nodes
    .filter(({ ignored, role, properties }) => {
      const live = properties?.find(({ name }) => name === 'live')?.value.value;
      return !ignored && live !== undefined && (role?.value === kind || live === kind);
    })
    .map(textIn)
    .join('\n');
}
