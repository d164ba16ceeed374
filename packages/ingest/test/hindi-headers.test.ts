import { expect, test } from 'vitest';
import { Workspace } from './support.ts';

const spellings = [
  'वीडियो आईडी,उपयोगकर्ता नाम,विवरण,प्रकाशन तिथि,दृश्य,पसंद,टिप्पणियाँ,साझा,सहेजे गए,अवधि,हैशटैग,संगीत,देश,भाषा',
  'आईडी,यूज़रनेम,कैप्शन,तारीख,व्यूज़,लाइक्स,कमेंट्स,शेयर,सेव,लंबाई,हैशटैग्स,गाना,क्षेत्र,भाषा',
  'लिंक,लेखक,शीर्षक,दिनांक,देखे गए,लाइक,टिप्पणी,साझा किए गए,पसंदीदा,समयावधि,टैग,ध्वनि,देश,भाषा',
];

test.each(spellings)('a CSV with the header %s', async (header) => {
  await using space = await Workspace.make();
  const id = '7546000000000000001';
  const first = header.startsWith('लिंक') ? `https://www.tiktok.com/@ada/video/${id}` : id;
  const file = await space.addText(`${header}\n${first},ada,नमस्ते,2026-01-02,100,20,3,4,5,15,नृत्य,धुन,IN,hi\n`);
  expect(file).toMatchObject({ table: 'shortvideo.videos', accepted: 1, unused: [], fieldsRefusedBy: {} });
  const columns = 'play_count, like_count, comment_count, share_count, collect_count, duration_ms';
  expect(
    await space.rows(
      `SELECT video_id, author, description, region, language, music_title, hashtags, ${columns} FROM videos`,
    ),
  ).toEqual([
    {
      video_id: id,
      author: 'ada',
      description: 'नमस्ते',
      region: 'IN',
      language: 'hi',
      music_title: 'धुन',
      hashtags: ['नृत्य'],
      play_count: '100',
      like_count: '20',
      comment_count: '3',
      share_count: '4',
      collect_count: '5',
      duration_ms: 15_000,
    },
  ]);
});
