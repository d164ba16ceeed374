import { worstAddons } from '../../addons/addons.ts';
import { operation } from '../operation.ts';
import { postAddons, withoutMediaId } from './post-addons.ts';

export const post = operation({
  endpoint: 'photo/post',
  worst: ({ addons }) => ({ records: 1, addons: worstAddons(addons, 1) }),
  async answer({ code_or_url: code, addons: kinds }, session, addons) {
    const found = await session.required('photo.post', { code }, 'This post');
    const { addons: ofPost, counts } = await postAddons([found], kinds, session, addons);
    const data = { post: withoutMediaId(found), api_calls: session.apiCalls, addons: ofPost };
    return { data, delivered: { records: 1, addons: counts } };
  },
});
