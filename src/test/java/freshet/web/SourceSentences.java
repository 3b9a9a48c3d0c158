package freshet.web;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The sentences that our classes can say to people, read from their sources: what is given to the
/// constructors and methods that carry sentences, with [#HOLE] for what is filled in.
final class SourceSentences {
  /// Stands for a value. It is a number, as most are.
  static final String HOLE = "7";

  private static final Path SOURCES = Path.of("src", "main", "java", "freshet");

  private SourceSentences() {}

  /// What carries a sentence: a constructor (`new Refusal`), a method (`Refusal.wrong`), or what a
  /// method of a class returns or throws (`Reasons.heldBy`).
  static Set<String> said(List<String> packages, Set<String> carriers, Set<String> methods)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Set<String> found = new LinkedHashSet<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> sources = new ArrayList<>();
      for (String p : packages) {
        try (Stream<Path> walk = Files.walk(SOURCES.resolve(p))) {
          walk.filter(f -> f.toString().endsWith(".java")).sorted().forEach(sources::add);
        }
      }
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  d -> {},
                  List.of(),
                  null,
                  files.getJavaFileObjectsFromPaths(sources));
      for (var unit : task.parse()) new Scan(carriers, methods, found).scan(unit, null);
    }
    return found;
  }

  private static final class Scan extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final Set<String> carriers;
    private final Set<String> methods;
    private final Set<String> found;
    private String type = "";
    private String method = "";

    Scan(Set<String> carriers, Set<String> methods, Set<String> found) {
      this.carriers = carriers;
      this.methods = methods;
      this.found = found;
    }

    @Override
    public @Nullable Void visitClass(ClassTree node, @Nullable Void p) {
      String outer = type;
      if (!node.getSimpleName().isEmpty()) type = node.getSimpleName().toString();
      super.visitClass(node, null);
      type = outer;
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree node, @Nullable Void p) {
      String outer = method;
      method = node.getName().toString();
      super.visitMethod(node, null);
      method = outer;
      return null;
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree node, @Nullable Void p) {
      String name = last(node.getIdentifier().toString());
      boolean thrown =
          name.endsWith("Exception")
              && (methods.contains(type + "." + method) || methods.contains(type + ".*"));
      if (carriers.contains("new " + name) || thrown) {
        arguments("", node.getArguments());
      }
      return super.visitNewClass(node, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree node, @Nullable Void p) {
      String name = node.getMethodSelect().toString();
      String key =
          name.contains(".")
              ? last(name.substring(0, name.lastIndexOf('.'))) + "." + last(name)
              : type + "." + name;
      if (carriers.contains(key)) {
        List<? extends ExpressionTree> given = node.getArguments();
        String field = "";
        if (key.equals("Refusal.wrong")) {
          field = given.getFirst() instanceof LiteralTree l ? l.getValue() + " " : "query ";
          given = given.subList(1, given.size());
        }
        arguments(field, given);
      }
      return super.visitMethodInvocation(node, null);
    }

    @Override
    public @Nullable Void visitReturn(ReturnTree node, @Nullable Void p) {
      if (node.getExpression() != null && methods.contains(type + "." + method)) {
        arguments("", List.of(node.getExpression()));
      }
      return super.visitReturn(node, null);
    }

    @Override
    public @Nullable Void visitYield(YieldTree node, @Nullable Void p) {
      if (methods.contains(type + "." + method)) arguments("", List.of(node.getValue()));
      return super.visitYield(node, null);
    }

    @Override
    public @Nullable Void visitSwitchExpression(SwitchExpressionTree node, @Nullable Void p) {
      if (methods.contains(type + "." + method)) {
        for (var c : node.getCases()) {
          if (c.getBody() instanceof ExpressionTree e) arguments("", List.of(e));
          else if (c.getBody() instanceof com.sun.source.tree.ExpressionStatementTree s)
            arguments("", List.of(s.getExpression()));
        }
      }
      return super.visitSwitchExpression(node, null);
    }

    private void arguments(String field, List<? extends ExpressionTree> given) {
      for (ExpressionTree argument : given) {
        for (String sentence : texts(argument)) {
          // a word alone is a name, and a hole alone says itself somewhere else
          if (sentence.replace(HOLE, "").strip().indexOf(' ') < 0) continue;
          boolean goesOn = !field.isEmpty() && Character.isLowerCase(sentence.charAt(0));
          found.add(goesOn ? field + sentence : sentence);
        }
      }
    }

    /// Everything an expression can come to.
    private static List<String> texts(Tree expression) {
      return switch (expression) {
        case LiteralTree l when l.getValue() instanceof String s -> List.of(s);
        case ParenthesizedTree p -> texts(p.getExpression());
        case ConditionalExpressionTree c ->
            Stream.concat(
                    texts(c.getTrueExpression()).stream(), texts(c.getFalseExpression()).stream())
                .toList();
        case BinaryTree b when b.getKind() == Tree.Kind.PLUS ->
            texts(b.getLeftOperand()).stream()
                .flatMap(l -> texts(b.getRightOperand()).stream().map(r -> l + r))
                .toList();
        case MethodInvocationTree m
            when m.getMethodSelect() instanceof MemberSelectTree s
                && s.getIdentifier().contentEquals("formatted") ->
            texts(s.getExpression()).stream().map(Scan::filled).toList();
        case MethodInvocationTree m
            when m.getMethodSelect() instanceof MemberSelectTree s
                && s.getIdentifier().contentEquals("concat") ->
            texts(s.getExpression());
        case MethodInvocationTree m when m.getMethodSelect().toString().equals("String.format") ->
            m.getArguments().stream()
                .flatMap(a -> texts(a).stream())
                .filter(t -> t.contains("%"))
                .map(Scan::filled)
                .toList();
        default -> List.of(HOLE);
      };
    }

    private static String filled(String format) {
      return format.replaceAll("%[,.0-9]*[sdf]", HOLE).replace("%%", "%");
    }

    private static String last(String name) {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  static void main(String[] args) throws IOException {
    Set<String> carriers = Set.of(args[1].split(","));
    Set<String> methods = args.length > 2 ? Set.of(args[2].split(",")) : Set.of();
    var sorted = new TreeMap<String, Boolean>();
    said(List.of(args[0].split(",")), carriers, methods).forEach(s -> sorted.put(s, true));
    sorted.keySet().forEach(System.out::println);
  }
}
