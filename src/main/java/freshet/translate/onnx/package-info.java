/// Translation models on this machine: the files of an encoder and a decoder as people export them
/// for ONNX Runtime (Marian, Opus-MT), read and run in a process of their own, because the runtime
/// is no Java and a file can be anything. What a model can do wrong becomes a sentence.
@NullMarked
package freshet.translate.onnx;

import org.jspecify.annotations.NullMarked;
