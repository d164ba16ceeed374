import { expect, test } from 'vitest';
import { previewFiles } from '../../src/preview-files.ts';
import { Workspace } from '../support.ts';

const node = {
  id: '3300000000000000123',
  shortcode: 'CtJ0wAyk7dQ',
  taken_at_timestamp: 1_709_287_200,
  video_view_count: 9_000,
  accessibility_caption: 'A boat',
  dimensions: { height: 1137, width: 640 },
  edge_media_to_caption: { edges: [{ node: { text: 'Sea' } }] },
  edge_media_preview_like: { count: 234 },
  owner: { id: '42', username: 'Ada.One' },
  edge_media_to_parent_comment: {
    count: 2,
    edges: [
      { node: { id: '179', text: 'Nice', created_at: 1_709_290_800, owner: { id: '77', username: 'bo' } } },
    ],
  },
};

test('a dry run maps the paths of a nested format to columns, and names unused ones, numbers first', async () => {
  await using space = await Workspace.make();
  const broken = { shortcode: 'x', taken_at_timestamp: 'soon', edge_media_preview_like: { count: 'many' } };
  const other = {
    ...node,
    shortcode: 'CtJ0wAyk7dR',
    id: '3300000000000000124',
    edge_media_preview_like: { count: 'many' },
  };
  const path = await space.write('posts.json', JSON.stringify([node, other, broken]));
  const {
    files: [preview],
  } = await previewFiles({ files: [path] });
  expect(preview).toMatchObject({
    format: 'instagram-web',
    table: null,
    records: 3,
    accepted: 2,
    refused: 1,
    refusedBy: { time_invalid: 1 },
    fieldsRefusedBy: { count_invalid: 1 },
    mapping: null,
  });
  const column = (name: string, table = 'photo.posts') =>
    preview?.columns.filter((shown) => shown.column === name && shown.table === table);
  expect(column('like_count')).toEqual([
    {
      from: 'edge_media_preview_like.count',
      table: 'photo.posts',
      column: 'like_count',
      conversion: 'count',
      examples: ['234', 'many'],
    },
  ]);
  expect(column('caption')).toMatchObject([
    { from: 'edge_media_to_caption.edges[].node.text', examples: ['Sea'] },
  ]);
  expect(column('created_at')).toMatchObject([
    { conversion: 'time (UTC)', examples: ['1709287200', 'soon'] },
  ]);
  expect(column('media_id')).toMatchObject([
    { from: 'id', conversion: 'numeric ID' },
    { from: 'shortcode', conversion: 'numeric ID', examples: ['x'] },
  ]);
  expect(column('username', 'photo.comments')).toMatchObject([
    { from: 'edge_media_to_parent_comment.edges[].node.owner.username', examples: ['bo'] },
  ]);
  expect(preview?.unusedFields.map(({ name, isNumber }) => [name, isNumber])).toEqual([
    ['video_view_count', true],
    ['dimensions.height', true],
    ['dimensions.width', true],
    ['accessibility_caption', false],
  ]);
});
