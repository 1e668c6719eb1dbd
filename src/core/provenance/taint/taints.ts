/** The values of a call that somebody else wrote, where that matters: nobody may take it for the user's wish. */
import { isFairAmount, ofKind, type Scene, type Traced } from '../scene.ts';

export function taintsOf(scene: Scene): readonly Traced[] {
  const isWritten = ({ origin }: Traced): boolean => origin === 'others';
  // An address within a text leads somewhere once the text goes somewhere.
  const leading = scene.reachesOut ? ofKind(scene, 'recipient', 'address') : ofKind(scene, 'recipient');
  const isFound = ({ value }: Traced): boolean => scene.facts.effect === 'read' && scene.sources.isFoundLink(value);
  const reachesOut = leading
    .filter(({ origin }) => origin === 'others' || origin === 'listed')
    .filter((value) => !isFound(value));
  // A new file by a name that was read is what working in a folder is; to destroy by such a name is not.
  const places = scene.facts.destructive === true ? ofKind(scene, 'path') : [];
  const actsOn = [...ofKind(scene, 'target', 'credential', 'permission'), ...places].filter(isWritten);
  const costs = ofKind(scene, 'amount').filter((amount) => !isFairAmount(scene, amount));
  // A question that is put to somebody outside carries what it is made of.
  const isQuestion =
    scene.facts.effect === 'read' && ofKind(scene, 'target', 'path', 'recipient', 'address').length === 0;
  const asks = isQuestion ? ofKind(scene, 'text').filter(isWritten) : [];
  return [...reachesOut, ...actsOn, ...costs, ...asks];
}
